import { describe, expect, it } from '@jest/globals';
import { serviceSettings } from './platform-settings.js';
import { defineSetting } from './setting.js';
import { settingTypes } from './setting-types.js';
import { strayVariables } from './stray-variables.js';

const settings = {
  ...serviceSettings,
  concurrency: defineSetting({ name: 'WORKER_CONCURRENCY', description: '', type: settingTypes.integer(1) }),
};

describe('strayVariables', () => {
  it.each([
    ['API_PROT', 'API_PORT'],
    ['API_PORTS', 'API_PORT'],
    ['api_port', 'API_PORT'],
    ['LOG-LEVEL', 'LOG_LEVEL'],
    ['AUTH_SECRET', 'AUTH_SECRET_KEY'],
    ['AUTH_SECRET_KEY_FILES', 'AUTH_SECRET_KEY_FILE'],
    ['AUTH_SECRET_KEY_PATH', 'AUTH_SECRET_KEY'],
    ['API_PORT_FILE', 'API_PORT'],
    ['ORDERING_DATABASE_URI', 'ORDERING_DATABASE_URL'],
    ['WORKER_CONCURENCY', 'WORKER_CONCURRENCY'],
  ])('thinks that %s means %s', (name, meant) => {
    expect(strayVariables(settings, { [name]: 'secret' })).toEqual([{ name, meant }]);
  });

  it.each([
    'API_PORT',
    'AUTH_SECRET_KEY_FILE',
    'WORKER_CONCURRENCY',
    'PATH',
    'HOSTNAME',
    'HOME',
    'AUTH',
    'LOGNAME',
    'API_KEY',
  ])('has nothing to say about %s', (name) => {
    expect(strayVariables(settings, { [name]: '' })).toEqual([]);
  });
});
