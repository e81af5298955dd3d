import { withAuthAdministration } from '../open-databases.js';
import { print, table } from '../output.js';

export interface ClientCreateOptions {
  readonly name: string;
  readonly redirectUri: readonly string[];
  readonly codeFlow: boolean;
  readonly credentialsFlow: boolean;
  readonly pkce?: true;
  readonly openid?: true;
  readonly json?: true;
}

/** Makes a client and tells its secret, once. */
export async function clientCreate(options: ClientCreateOptions): Promise<void> {
  const { client, clientSecret } = await withAuthAdministration((administration) =>
    administration.clients.create({
      name: options.name,
      redirectUris: options.redirectUri,
      codeFlow: options.codeFlow,
      credentialsFlow: options.credentialsFlow,
      pkceRequired: options.pkce === true,
      openid: options.openid === true,
    }),
  );
  const json = {
    client_id: client.clientId,
    client_secret: clientSecret,
    name: client.name,
    redirect_uris: client.redirectUris,
  };
  const rows = [
    ['client_id', client.clientId],
    ['client_secret', clientSecret],
  ];
  print(
    { json, text: `${table(rows)}\nThe secret is shown only now: keep it in a safe place.` },
    options.json === true,
  );
}
