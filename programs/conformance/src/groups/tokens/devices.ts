import type { Answer } from '../../probe/answer.js';
import type { Probe } from '../../probe/probe.js';
import { attributesOf, fixedRealm, idpPath, tokenPath } from '../../probe/sign-in.js';
import type { Requirement } from '../../requirement/requirement.js';
import { metadata, tokenFields } from './token-calls.js';

const source = 'open-points: devices-without-a-browser';
export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const userCodeForm = /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/;
/** A slow machine may leave the interval of the server between two polls. */
const pollsAtMost = 5;

/** Requirements about devices without a browser (RFC 8628). They apply if the server and the client allow this flow. */
export const deviceRequirements: readonly Requirement[] = [
  {
    id: 'TOK-180',
    source,
    says: 'A device gets device_code, user_code (8 letters without vowels as XXXX-XXXX), verification_uri, expires_in and interval.',
    check: async (probe) => {
      const answer = await newDevice(probe);
      answer.string('device_code');
      answer.expect(userCodeForm.test(answer.string('user_code')), `user_code is ${answer.string('user_code')}`);
      answer.expect(URL.canParse(answer.string('verification_uri')), 'verification_uri is not an address');
      const { expires_in: seconds, interval } = answer.body;
      answer.expect(Number(seconds) > 0 && Number(interval) > 0, 'expires_in and interval are not greater than 0');
    },
  },
  {
    id: 'TOK-181',
    source,
    says: 'Until the user has decided, the token endpoint answers a device with authorization_pending and HTTP 400.',
    check: async (probe) => (await poll(probe, await newDevice(probe))).expectOauthError(400, 'authorization_pending'),
  },
  {
    id: 'TOK-182',
    source,
    says: 'A device that asks again before its interval is over gets slow_down, with HTTP 400.',
    check: async (probe) => {
      const device = await newDevice(probe);
      let answer = await poll(probe, device);
      for (let polls = 1; polls < pollsAtMost && answer.body['error'] === 'authorization_pending'; polls++) {
        answer = await poll(probe, device);
      }
      answer.expectOauthError(400, 'slow_down');
    },
  },
  {
    id: 'TOK-183',
    source,
    says: 'An unknown device_code is refused with invalid_grant and HTTP 400.',
    check: async (probe) => {
      await newDevice(probe);
      return (await exchange(probe, 'not-this-one')).expectOauthError(400, 'invalid_grant');
    },
  },
  {
    id: 'TOK-184',
    source,
    says: 'After the user has allowed the device, it gets the token record of the code flow.',
    check: async (probe) => {
      const answer = await tokensOfDevice(probe);
      const fields = Object.keys(answer.body).slice(0, tokenFields.length);
      answer.expectEqual(fields, tokenFields, 'the first fields of the token record');
    },
  },
  {
    id: 'TOK-185',
    source,
    says: 'A device_code works once; then it is refused with invalid_grant and HTTP 400.',
    check: async (probe) => {
      const device = await newDevice(probe);
      await decide(probe, device, 'allow');
      (await poll(probe, device)).expectStatus(200);
      return (await poll(probe, device)).expectOauthError(400, 'invalid_grant');
    },
  },
  {
    id: 'TOK-186',
    source,
    says: 'After the user has refused the device, it gets access_denied, with HTTP 400.',
    check: async (probe) => {
      const device = await newDevice(probe);
      await decide(probe, device, 'cancel');
      return (await poll(probe, device)).expectOauthError(400, 'access_denied');
    },
  },
  {
    id: 'TOK-187',
    source,
    says: 'After a wrong user code, the page is shown again with HTTP 400.',
    check: async (probe) => {
      const page = await openDevicePage(probe, await newDevice(probe));
      return (await press(probe, page, { user_code: 'BBBB-BBBB', decision: 'code' })).answer.expectStatus(400);
    },
  },
  {
    id: 'TOK-188',
    source,
    says: 'If the metadata name the device_authorization_endpoint, they also name the grant type of devices.',
    check: async (probe) => {
      await newDevice(probe);
      const answer = await metadata(probe);
      const grants = answer.body['grant_types_supported'];
      answer.expect(Array.isArray(grants) && grants.includes(deviceGrant), `grants are ${JSON.stringify(grants)}`);
    },
  },
];

/** Asks for the code of a device. */
async function newDevice(probe: Probe): Promise<Answer> {
  const { body } = await metadata(probe);
  if (body['device_authorization_endpoint'] === undefined) return probe.cannotJudge('the device flow is switched off');
  const path = `${idpPath(probe, 'device_authorization')}?realm=${encodeURIComponent(fixedRealm)}`;
  const answer = await probe.form(path, clientFields(probe));
  if (answer.status === 400 && answer.body['error'] === 'unauthorized_client') {
    return probe.cannotJudge('the client may not use the device flow');
  }
  return answer.expectStatus(200);
}

function clientFields(probe: Probe): Record<string, string> {
  const { clientId, clientSecret } = probe.account();
  return { client_id: clientId, client_secret: clientSecret };
}

const poll = (probe: Probe, device: Answer) => exchange(probe, device.string('device_code'));

function exchange(probe: Probe, deviceCode: string): Promise<Answer> {
  return probe.form(tokenPath(probe), { grant_type: deviceGrant, device_code: deviceCode, ...clientFields(probe) });
}

function tokensOfDevice(probe: Probe): Promise<Answer> {
  return probe.once('tokens of a device', async () => {
    const device = await newDevice(probe);
    await decide(probe, device, 'allow');
    return (await poll(probe, device)).expectStatus(200);
  });
}

/** A page for devices, with its form. */
interface DevicePage {
  readonly answer: Answer;
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly cookies: string;
}

/** Types the code, signs in, and allows or refuses the device. */
async function decide(probe: Probe, device: Answer, decision: 'allow' | 'cancel'): Promise<void> {
  const { userId, password } = probe.account();
  const opened = await openDevicePage(probe, device);
  const typed = await press(probe, opened, { user_code: device.string('user_code'), decision: 'code' });
  const asked = await press(probe, typed, { user_id: userId, user_password: password, decision: 'sign-in' });
  (await press(probe, asked, { decision })).answer.expectStatus(200);
}

/** The kit may know the server under another address than the server itself. */
async function openDevicePage(probe: Probe, device: Answer): Promise<DevicePage> {
  const { pathname } = new URL(device.string('verification_uri'));
  const answer = (
    await probe.auth(pathname, { headers: { Accept: 'text/html', 'Accept-Language': 'en' } })
  ).expectStatus(200);
  return pageOf(answer, answer.exchange.cookies.map((cookie) => cookie.split(';')[0] ?? '').join('; '));
}

async function press(
  probe: Probe,
  { action, hidden, cookies }: DevicePage,
  fields: Readonly<Record<string, string>>,
): Promise<DevicePage> {
  const answer = await probe.send({
    method: 'POST',
    url: action,
    headers: {
      Accept: 'text/html',
      'Accept-Language': 'en',
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(cookies === '' ? {} : { Cookie: cookies }),
    },
    body: new URLSearchParams({ ...hidden, ...fields }).toString(),
  });
  return pageOf(answer, cookies);
}

function pageOf(answer: Answer, cookies: string): DevicePage {
  const [, attributes = '', content = ''] = /<form\b([^<>]*)>([^]*?)<\/form>/i.exec(answer.text) ?? [];
  const inputs = [...content.matchAll(/<input\b([^<>]*)>/gi)].map(([, text = '']) => attributesOf(text));
  const hidden = inputs.filter(({ type }) => type === 'hidden').map(({ name = '', value = '' }) => [name, value]);
  const action = new URL(attributesOf(attributes)['action'] ?? '', answer.exchange.sent.url).href;
  return { answer, action, hidden: Object.fromEntries(hidden) as Record<string, string>, cookies };
}
