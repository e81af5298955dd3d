import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { AuthorizationPlace } from '../src/browser/authorization-place.js';
import { describeAuthorizationStates } from './authorization-states.js';

let place: AuthorizationPlace;

beforeAll(async () => {
  place = await AuthorizationPlace.start();
});

afterAll(() => place.stop());

/** In all tests, the page's content security policy must not refuse anything that the page needs. */
afterEach(async () => {
  expect(await place.leave()).toEqual([]);
});

describeAuthorizationStates(
  () => place,
  () => ['en', 'ja'],
);
