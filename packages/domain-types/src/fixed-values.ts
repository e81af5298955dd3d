import { downloadPaths } from './download-paths.js';
import { type DownloadName, downloads } from './downloads.js';

/** The one scope of every token (Spec 5). */
export const scope = 'openid profile email qualified';

/** The one realm (Spec 5). */
export const realm = '/api';

/** The one `access_type` of an authorization request (Spec 4.1). */
export const accessType = 'offline';

/** The one `response_type` of an authorization request (Spec 4.1). */
export const authorizationResponseType = 'code';

/** The `response_type` of every data API request (Spec 4). */
export const responseType = 'json';

/** The `grant_type` of a device without a browser (RFC 8628 3.4). */
export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code';

/** The scheme of an access token (Spec 5). */
export const tokenType = 'Bearer';

/** The `<idp_segment>` of the authentication server's addresses, unless a deployment sets another (Spec 4.1). */
export const defaultIdpSegment = 'idp';

/** The prefix of the data API's paths, unless a deployment sets another. */
export const defaultApiPrefix = '/ordApi/order';

/** Paths of the data API after the prefix; a download has one for each of its three steps (Spec 4). */
export const apiPaths = {
  ...pathsOfDownloads(),
  deliveryDate: '/delivery/shortest',
  fcPrice: '/fc/price',
  upload: downloadPaths('/order/upload'),
  orderGenerate: '/order/generate',
  tradeUpdate: downloadPaths('/trade/update'),
  partnerList: '/partner/list',
  orderMasterList: '/ordermaster/list',
  deliveryPlaceList: '/deliveryplace/list',
  orderList: '/order/list',
  eventEndpoints: '/event-endpoints',
} as const;

function pathsOfDownloads() {
  const paths = Object.values(downloads).map((download) => [download.name, download.paths]);
  return Object.fromEntries(paths) as { readonly [Name in DownloadName]: (typeof downloads)[Name]['paths'] };
}
