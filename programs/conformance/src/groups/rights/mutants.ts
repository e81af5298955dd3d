import { callsOfRights, servedRights } from '../../contract/rights.js';
import { errorCode, errorDetail, errorItem, put } from '../../mutants/bodies.js';
import { hasHeader } from '../../mutants/calls.js';
import { accepted, refused, status, whenCall, whenStatus } from '../../mutants/edits.js';
import type { Mutant } from '../../mutants/mutant.js';
import { onApi, onAuth } from '../../mutants/table.js';
import { withClaims } from '../../mutants/tokens.js';

/** Mutants of the calls that need one right: the last call is accepted without the right, or refused in another way. */
function ofRight(right: keyof typeof callsOfRights, id: string): readonly Mutant[] {
  const paths = callsOfRights[right].map(({ path }) => path);
  return onApi(paths.at(-1) ?? '', [
    [`${right} is not needed`, id, whenStatus(403, accepted())],
    [`a call without ${right} is refused with HTTP 401`, id, whenStatus(403, status(401))],
    [`a call without ${right} has another code`, id, whenStatus(403, errorCode('E000002'))],
    [`a call without ${right} names a field`, id, whenStatus(403, errorItem('batch_id'))],
  ]);
}

/** Mutants with wrong rights. */
export const rightsMutants: readonly Mutant[] = [
  ...onAuth(/\/access_token$/, [
    ['tokens name no rights', 'RGT-001', withClaims({ entitlements: undefined })],
    ['tokens name an unknown right', 'RGT-001', withClaims({ entitlements: ['order', 'everything'] })],
    ['tokens name a right twice', 'RGT-001', withClaims({ entitlements: ['list', 'list'] })],
    ['rights are one text', 'RGT-001', withClaims({ entitlements: 'order list' })],
  ]),
  ...onAuth(/\/oauth2\/introspect$/, [
    ['introspection names other rights', 'RGT-002', put('', 'entitlements', ['list'])],
    ['introspection names rights as a text', 'RGT-002', put('', 'entitlements', 'list')],
  ]),
  ...onApi(/./, [
    ['no client has a right', 'RGT-003', status(403)],
    ['the refusal does not name the right', 'RGT-004', errorDetail('No.')],
    [
      'the body is checked before the right',
      'RGT-005',
      whenCall(hasHeader('content-type', 'text/plain'), refused('', 'E700002')),
    ],
  ]),
  ...servedRights.flatMap((right, index) => ofRight(right, `RGT-0${10 + index}`)),
];
