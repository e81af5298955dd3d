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

/** How an access token is presented (Spec 5). */
export const tokenType = 'Bearer';

/** The `<idp_segment>` of the authentication server's addresses, unless a deployment sets another (Spec 4.1). */
export const defaultIdpSegment = 'idp';

/** What stands before the data API's paths, unless a deployment sets another. */
export const defaultApiPrefix = '/ordApi/order';

/** Paths of the data API after the prefix; a download has one for each of its three steps (Spec 4). */
export const apiPaths = {
  deliveryDate: '/delivery/shortest',
  master: downloadPaths('/master/download/buy'),
  trade: downloadPaths('/trade/download'),
  fcPrice: '/fc/price',
  nottrade: downloadPaths('/setting/nottrade/download'),
  orderclosing: downloadPaths('/setting/orderclosing/download'),
  businessholiday: downloadPaths('/setting/businessholiday/download'),
  orderblock: downloadPaths('/setting/orderblock/download'),
  upload: downloadPaths('/order/upload'),
  orderGenerate: '/order/generate',
  partnerList: '/partner/list',
  orderMasterList: '/ordermaster/list',
  deliveryPlaceList: '/deliveryplace/list',
  orderList: '/order/list',
} as const;

function downloadPaths<const Path extends string>(path: Path) {
  return {
    request: `${path}/request`,
    check: `${path}/check`,
    /** The contract's own word for the second step, answered like `check`. */
    confirm: `${path}/confirm`,
    get: `${path}/get`,
  } as const satisfies Record<string, string> as DownloadPaths<Path>;
}

/** The paths of the three steps of a download; `confirm` answers like `check` (Spec 4.6). */
export interface DownloadPaths<Path extends string = string> {
  readonly request: `${Path}/request`;
  readonly check: `${Path}/check`;
  readonly confirm: `${Path}/confirm`;
  readonly get: `${Path}/get`;
}
