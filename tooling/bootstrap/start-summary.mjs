import { dirname, join } from 'node:path';

/**
 * The text for a new user, which is printed when all services run.
 *
 * @param {object} facts
 * @param {string} facts.auth_url
 * @param {string} facts.api_url
 * @param {string} facts.console_url
 * @param {string} facts.worker_url
 * @param {string} facts.apiPrefix
 * @param {import('./demo.mjs').DemoAccount | undefined} facts.account
 * @param {string} facts.dataFolder
 * @param {boolean} facts.hasOrders whether there are orders to upload
 * @param {boolean} facts.hasPortal whether the data API serves the documentation portal
 * @param {string[] | undefined} facts.more lines about the program in front of the services
 */
export function startSummary(facts) {
  const { auth_url: authUrl, api_url: apiUrl, console_url: consoleUrl, worker_url: workerUrl } = facts;
  const { apiPrefix, account, dataFolder, hasOrders, hasPortal } = facts;
  const addresses = [
    '',
    `  Console          ${consoleUrl}/`,
    `  Authentication   ${authUrl}`,
    `  Data API         ${apiUrl}${apiPrefix}`,
    ...(hasPortal ? [`  Portal           ${apiUrl}/docs/`] : []),
    `  Worker           ${workerUrl}/readyz`,
    '',
  ];
  return [
    ...addresses,
    ...(account === undefined ? [] : demoLines(account, dataFolder, hasOrders)),
    ...(facts.more ?? []),
    '  Ctrl-C stops everything.',
    '',
  ].join('\n');
}

/**
 * @param {import('./demo.mjs').DemoAccount} account
 * @param {string} dataFolder
 * @param {boolean} hasOrders
 */
function demoLines(account, dataFolder, hasOrders) {
  const accountFile = join(dataFolder, 'demo.json');
  const { seller } = account;
  return [
    `  Demo client      ${account.client_id}   secret ${account.client_secret}`,
    `  Demo user        ${account.user_id}   password ${account.user_password}   (${account.member_name}, member ${account.member_code})`,
    ...(seller === undefined
      ? []
      : [
          `  Demo seller      ${seller.user_id}   password ${seller.user_password}   (${seller.member_name}, member ${seller.member_code})`,
        ]),
    `  Service account  ${account.service_account?.client_id}   for batch jobs: ${join(dataFolder, 'demo-nightly.json')}`,
    `  Read-only client ${account.limited_client?.client_id}   secret ${account.limited_client?.client_secret}`,
    '',
    '  Download the demo master, from another terminal in this folder:',
    '',
    `    ${downloadCommand(account, accountFile)}`,
    '',
    ...(hasOrders
      ? ['  Upload orders, and see what becomes of each:', '', `    ${uploadCommand(dataFolder)}`, '']
      : []),
  ];
}

/**
 * The command downloads the records of all members that the demo user can see, which are all records of the demo
 * market.
 *
 * @param {import('./demo.mjs').DemoAccount} account
 * @param {string} accountFile
 */
function downloadCommand({ member_group_codes: groups = [] }, accountFile) {
  const filter = groups.length === 0 ? '' : ` --member-group-code ${groups.join(',')}`;
  const target = join(dirname(accountFile), 'master.ndjson');
  return `npm run --silent tp -- download master --credentials ${accountFile}${filter} --out ${target}`;
}

/** @param {string} dataFolder */
function uploadCommand(dataFolder) {
  const [orders, account] = ['demo-orders.json', 'demo.json'].map((file) => join(dataFolder, file));
  return `npm run --silent tp -- order upload ${orders} --credentials ${account}`;
}
