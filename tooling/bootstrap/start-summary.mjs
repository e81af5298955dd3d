/**
 * What a newcomer needs, printed when everything runs.
 *
 * @param {object} facts
 * @param {string} facts.auth_url
 * @param {string} facts.api_url
 * @param {Record<'auth' | 'api' | 'worker', number>} facts.ports
 * @param {import('./demo.mjs').DemoAccount | undefined} facts.account
 */
export function startSummary({ auth_url: authUrl, api_url: apiUrl, ports, account }) {
  const addresses = [
    '',
    `  Authentication   ${authUrl}`,
    `  Data API         ${apiUrl}`,
    `  Worker           http://localhost:${ports.worker}/readyz`,
    '',
  ];
  const demo =
    account === undefined
      ? []
      : [
          `  Demo client      ${account.client_id}   secret  ${account.client_secret}`,
          `  Demo user        ${account.user_id}   password  ${account.user_password}   (${account.member_name}, ${account.member_code})`,
          '',
          '  Download the demo master from another terminal:',
          '',
          '    npm run --silent tpctl -- download master --out master.ndjson',
          '',
        ];
  return [...addresses, ...demo, '  Ctrl-C stops everything.', ''].join('\n');
}
