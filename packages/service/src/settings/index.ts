export { platformSettings, serviceSettings } from './platform-settings.js';
export {
  type Environment,
  readSettings,
  type Settings,
  SettingsError,
} from './read-settings.js';
export { defineSetting, type Setting } from './setting.js';
export { settingTypes } from './setting-types.js';
