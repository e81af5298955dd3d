export type { Environment } from './environment.js';
export {
  eventPushSettings,
  platformSettings,
  segmentSettings,
  serviceSettings,
  updateRuleSettings,
} from './platform-settings.js';
export {
  readSettings,
  type SettingDefinitions,
  type Settings,
  SettingsError,
} from './read-settings.js';
export { defineSetting, type Setting } from './setting.js';
export { settingTypes } from './setting-types.js';
