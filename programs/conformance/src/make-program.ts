import { examples, newProgram } from '@trading-platform/terminal';
import type { Command } from 'commander';
import { addGroup, addIds, addReport, type CommandOptions, readPort, readReceiver } from './command/options.js';

const more = `
To judge everything, use --prepare with the command of the operator. The kit then loads its own small market, whose member codes begin with 9CK,
and makes clients and users, which it deletes at the end. Without --prepare, the kit uses the existing data, and reports what it could not judge.

Exit codes: 0 the deployment conforms; 1 it does not; 2 the command line, a file or an address is wrong.`;

/** The kit has only this command. */
export function makeProgram(): Command {
  return newProgram('conformance')
    .description('Judges whether a deployment does what the contract says, requirement by requirement.')
    .option('--api <url>', 'address of the data API; with a path if its prefix is not /ordApi/order')
    .option('--auth <url>', 'authentication server')
    .option(
      '--credentials <file>',
      'JSON file with auth_url, api_url, client_id, client_secret, user_id, user_password, redirect_uri',
    )
    .option(
      '--prepare <command or folder/>',
      'command that runs tpctl; or a folder for the files of the market, which are then loaded by hand',
    )
    .option(
      '--receiver <url>',
      'address at which the deployment reaches this kit, to judge pushed messages; the deployment needs EVENT_ALLOW_HTTP for http, and for an ' +
        'address in a private network EVENT_ADDRESSES',
      readReceiver,
    )
    .option('--receiver-port <port>', 'port on which the kit listens (default: the port of --receiver)', readPort)
    .option('--group <names>', 'only these groups; can be repeated', addGroup, [])
    .option('--only <ids>', 'only these requirements; can be repeated', addIds, [])
    .option('--report <format=file>', 'json, junit or html; can be repeated', addReport, [])
    .option('--list', 'lists the requirements and judges nothing')
    .addHelpText(
      'after',
      examples(
        'conformance --credentials data/demo.json',
        'conformance --credentials data/demo.json --prepare "npm run --silent tpctl --"',
        'conformance --api https://api.example.com --auth https://auth.example.com --prepare "npx tpctl" --report html=report.html',
        'conformance --credentials data/demo.json --receiver https://kit.example.com --receiver-port 4090',
        'conformance --list --group tokens',
      ) + more,
    )
    .action(async (options: CommandOptions) => {
      const { runCommand } = await import('./command/run-command.js');
      await runCommand(options);
    });
}
