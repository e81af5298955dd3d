import { CliError } from '@trading-platform/terminal';
import type { Command } from 'commander';

/** A command and the words that can follow it. */
interface Completed {
  readonly path: string;
  readonly commands: readonly Described[];
  readonly options: readonly Described[];
}

interface Described {
  readonly word: string;
  readonly text: string;
}

const writers: Readonly<Record<string, (commands: readonly Completed[]) => string>> = {
  bash,
  zsh,
  fish,
  powershell,
};

/** Prints the script with which a shell completes the commands and options of a program. */
export function printCompletion(shell: string, program: Command): void {
  const write = writers[shell];
  if (write === undefined)
    throw new CliError('usage', `Unknown shell ${shell}: one of ${Object.keys(writers).join(', ')}`);
  process.stdout.write(write(completedOf(program, '')));
}

function completedOf(command: Command, path: string): Completed[] {
  const own = {
    path,
    commands: command.commands.map((each) => ({ word: each.name(), text: each.description() })),
    options: [
      ...command.options.map(({ long, description }) => ({ word: long ?? '', text: description })),
      { word: '--help', text: 'show help' },
    ],
  };
  return [own, ...command.commands.flatMap((each) => completedOf(each, `${path} ${each.name()}`.trim()))];
}

/** Finds the command by the words that are not options, and then offers the next words of this command, or files. */
function bash(commands: readonly Completed[]): string {
  const cases = commands.map(({ path, commands: inner, options }) => {
    const words = [...inner, ...options].map(({ word }) => word).join(' ');
    return `    '${path}') words='${words}' ;;`;
  });
  const paths = commands.map(({ path }) => `'${path}'`).join('|');
  return `# bash completion of tp: eval "$(tp completion bash)"
_tp() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" path='' next word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${path:+$path }$word"
    case "$next" in ${paths}) path="$next" ;; esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _tp tp
`;
}

/** zsh runs the bash script. */
function zsh(commands: readonly Completed[]): string {
  return `# zsh completion of tp: eval "$(tp completion zsh)"
autoload -U +X compinit && compinit -u
autoload -U +X bashcompinit && bashcompinit
${bash(commands).replace(/^#.*\n/, '')}`;
}

function fish(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ path, commands: inner, options }) => {
    const condition = `-n '__tp_at "${path}"'`;
    return [
      ...inner.map(({ word, text }) => `complete -c tp -f ${condition} -a ${word} -d ${quoted(text)}`),
      ...options.map(({ word, text }) => `complete -c tp ${condition} -l ${word.slice(2)} -d ${quoted(text)}`),
    ];
  });
  const paths = commands.map(({ path }) => `'${path}'`).join(' ');
  return `# fish completion of tp: tp completion fish | source
function __tp_at
  set -l path ''
  for word in (commandline -opc)[2..]
    set -l next (string trim -- "$path $word")
    contains -- $next ${paths}; and set path $next
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}

/** Finds the command by the words before the cursor, as in bash. */
function powershell(commands: readonly Completed[]): string {
  const cases = commands.map(({ path, commands: inner, options }) => {
    const words = [...inner, ...options].map(({ word, text }) => `    ${quoted(word)} = ${quoted(text || word)}`);
    return `  '${path}' = [ordered]@{\n${words.join('\n')}\n  }`;
  });
  return `# PowerShell completion of tp: tp completion powershell | Out-String | Invoke-Expression
$global:__tpWords = @{
${cases.join('\n')}
}
Register-ArgumentCompleter -Native -CommandName tp -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $path = ''
  foreach ($element in ($commandAst.CommandElements | Select-Object -Skip 1)) {
    if ($element.Extent.EndOffset -ge $cursorPosition) { break }
    $next = "$path $element".Trim()
    if ($global:__tpWords.ContainsKey($next)) { $path = $next }
  }
  $global:__tpWords[$path].GetEnumerator() | Where-Object { $_.Key -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_.Key, $_.Key, 'ParameterValue', $_.Value)
  }
}
`;
}

/** Shortens a description to one line that fits beside the word. */
function quoted(text: string): string {
  const [sentence = ''] = text.split(/[.;:]/, 1);
  return `'${sentence.slice(0, longestText).replace(/['\\]/g, ' ')}'`;
}

const longestText = 60;
