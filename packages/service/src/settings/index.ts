export { platformSettings, serviceSettings } from './platform-settings.js';
export {
  type Environment,
  readSettings,
  type SettingDefinitions,
  type Settings,
  SettingsError,
} from './read-settings.js';
export { defineSetting, type ReadSetting, type Setting, type SettingValue } from './setting.js';
export { settingTypes } from './setting-types.js';
