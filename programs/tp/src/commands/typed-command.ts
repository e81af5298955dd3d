/**
 * The command line for the user to type again. The command line contains no secrets, because no argument is a secret.
 */
export function typedCommand(args: readonly string[] = process.argv.slice(2)): string {
  const program = process.env['npm_lifecycle_event'] === 'tp' ? 'npm run --silent tp --' : 'tp';
  return [program, ...args.map(quoted)].join(' ');
}

function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
