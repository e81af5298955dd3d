import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { AuthorizationPlace } from '../src/browser/authorization-place.js';
import { describeSignIn } from './authorization-sign-in.js';
import { describeAuthorizationStates, states } from './authorization-states.js';

let place: AuthorizationPlace;

beforeAll(async () => {
  place = await AuthorizationPlace.start();
});

afterAll(() => place.stop());

/** In all tests, the page's content security policy must not refuse anything that the page needs. */
afterEach(async () => {
  expect(await place.leave()).toEqual([]);
});

describeSignIn(() => place, false);

describeAuthorizationStates(
  () => place,
  Object.keys(states).flatMap((title) => (['en', 'ja'] as const).map((language) => ({ title, language }))),
);
