import { masterFeature } from '../features/master/master-download.js';
import { settingFeatures } from '../features/setting/setting-downloads.js';
import { tradeFeature } from '../features/trade/trade-download.js';
import type { DownloadFeature } from './download-feature.js';

/** Every download of the data API. A download is added here and nowhere else. */
export const downloadFeatures: readonly DownloadFeature[] = [masterFeature, tradeFeature, ...settingFeatures];
