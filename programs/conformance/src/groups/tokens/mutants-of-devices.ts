import { drop, put } from '../../mutants/bodies.js';
import { is } from '../../mutants/calls.js';
import { status, whenCall, whenStatus } from '../../mutants/edits.js';
import type { Is, Mutant } from '../../mutants/mutant.js';
import { onAuth } from '../../mutants/table.js';
import { deviceGrant } from './devices.js';
import { spelledRight, tokenEndpoint, tokenRefusalRows } from './mutant-parts.js';

const grant: Is = is('grant_type', deviceGrant);

/** Mutants with wrong answers to devices. */
export const deviceMutants: readonly Mutant[] = [
  ...onAuth(/\/oauth2\/device_authorization$/, [
    ['a user code has vowels', 'TOK-180', put('', 'user_code', 'AEIO-UAEI')],
    ['a device gets no interval', 'TOK-180', drop('', 'interval')],
    ['a device gets no page', 'TOK-180', drop('', 'verification_uri')],
  ]),
  ...onAuth(tokenEndpoint, [
    ...tokenRefusalRows('TOK-181 TOK-182 TOK-183 TOK-185 TOK-186'),
    ['exires_in of a device is spelled correctly', 'TOK-184', whenCall(grant, ...spelledRight)],
    ['a device gets no refresh token', 'TOK-184', whenCall(grant, drop('', 'refresh_token'))],
  ]),
  ...onAuth('/device', [['a wrong user code is accepted', 'TOK-187', whenStatus(400, status(200))]]),
  ...onAuth('/.well-known/oauth-authorization-server', [
    ['the metadata do not name the grant of devices', 'TOK-188', put('', 'grant_types_supported', ['refresh_token'])],
  ]),
];
