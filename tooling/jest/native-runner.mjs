import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { ModernFakeTimers } from '@jest/fake-timers';
import { createScriptTransformer } from '@jest/transform';
import { getState, resetState } from 'jest-circus';
import { ModuleMocker } from 'jest-mock';
import { globals, importNatively } from './native-modules.mjs';

const require = createRequire(import.meta.url);
// Its types are not published.
const { default: runWithCircus } = require(require.resolve('jest-circus/runner'));
const eventHandlers = Symbol.for('EVENT_HANDLERS');
const testTimeout = Symbol.for('TEST_TIMEOUT_SYMBOL');
const ownEventHandlers = 2;
/**
 * Connections that are left from earlier tests of the process use these functions too. A test that stops the clock must
 * therefore not replace them.
 *
 * @type {("nextTick" | "queueMicrotask" | "setImmediate")[]}
 */
const ofOthers = ['nextTick', 'queueMicrotask', 'setImmediate'];
/** @type {ReturnType<typeof makeJest> | undefined} */
let jest;
/** @type {symbol | undefined} */
let stateOfCircus;

/**
 * A test runner for Jest that loads test files and their imports with Node itself. Jest's own way gives each test file
 * a new context, and evaluates all modules again in each of them, so that every file pays for loading Nest and TypeORM
 * and runs code that is not yet compiled.
 *
 * Therefore the test files of a process share the modules. A test that changes the state of a module must restore it.
 * Modules cannot be mocked.
 *
 * @param {import('@jest/types').Config.GlobalConfig} globalConfig
 * @param {import('@jest/types').Config.ProjectConfig} config
 * @param {import('@jest/environment').JestEnvironment} _environment
 * @param {import('jest-runtime').default} runtime
 * @param {string} testPath
 * @param {import('@jest/environment').JestEnvironment['handleTestEvent']} sendMessage
 */
export default async function runNatively(globalConfig, config, _environment, runtime, testPath, sendMessage) {
  const transformer = await createScriptTransformer(config);
  const jestObject = (jest ??= makeJest(new ModernFakeTimers({ config, global: globalThis })));
  const native = {
    requireInternalModule: requireFramework,
    requireModule: require,
    setGlobalsForRuntime: (/** @type {Record<string, unknown>} */ ofCircus) =>
      void Object.assign(globals, ofCircus, { jest: jestObject }),
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (/** @type {string} */ path) =>
      importNatively(
        pathToFileURL(path).href,
        transformer,
        /** @type {Map<string, string>} */ (runtime.getSourceMaps()),
      ),
    enterTestCode() {},
    leaveTestCode() {},
  };
  try {
    return await runWithCircus(globalConfig, config, { global: globalThis }, native, testPath, sendMessage);
  } finally {
    jestObject.useRealTimers();
    jestObject.restoreAllMocks();
  }
}

/**
 * Loads the part of Circus that runs tests, and gives it the state of a process that has run no test file yet.
 *
 * @param {string} path
 */
function requireFramework(path) {
  Reflect.deleteProperty(globalThis, testTimeout);
  const framework = require(path);
  const world = /** @type {Record<symbol, unknown>} */ (globalThis);
  stateOfCircus ??= Object.getOwnPropertySymbols(world).findLast(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  );
  if (stateOfCircus === undefined) throw new Error('jest-circus keeps its state elsewhere; mend native-runner.mjs');
  resetState();
  world[stateOfCircus] = getState();
  /** @type {unknown[]} */ (world[eventHandlers]).length = ownEventHandlers;
  return framework;
}

/**
 * Makes the object `jest` of test files: the function mocks and the timers that our tests use.
 *
 * @param {ModernFakeTimers} fakeTimers
 */
function makeJest(fakeTimers) {
  const mocks = new ModuleMocker(globalThis);
  return {
    fn: mocks.fn.bind(mocks),
    spyOn: mocks.spyOn.bind(mocks),
    restoreAllMocks: () => mocks.restoreAllMocks(),
    setTimeout: (/** @type {number} */ ms) => void Reflect.set(globalThis, testTimeout, ms),
    useFakeTimers: (/** @type {import('@jest/types').Config.FakeTimersConfig} */ options) =>
      fakeTimers.useFakeTimers({ doNotFake: ofOthers, ...options }),
    useRealTimers: () => fakeTimers.useRealTimers(),
    setSystemTime: (/** @type {number | Date} */ now) => fakeTimers.setSystemTime(now),
    getTimerCount: () => fakeTimers.getTimerCount(),
    advanceTimersByTimeAsync: (/** @type {number} */ ms) => fakeTimers.advanceTimersByTimeAsync(ms),
  };
}
