/** The command line for the user to type again. It contains no secrets, because no argument is one. */
export function typedCommand(args: readonly string[] = process.argv.slice(2)): string {
  const program = process.env['npm_lifecycle_event'] === 'tp' ? 'npm run --silent tp --' : 'tp';
  return [program, ...args.map(quoted)].join(' ');
}

function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
