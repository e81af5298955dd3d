import { apiPaths, downloads, rights } from '@trading-platform/domain-types';
import { rightMeanings } from '@trading-platform/domain-types/meanings';

/** @typedef {import('@trading-platform/domain-types').Right} Right */

/**
 * The calls that each right allows besides downloads, in words for readers. A test compares them with the document of
 * the data API.
 *
 * @type {Readonly<Partial<Record<Right, readonly string[]>>>}
 */
const otherCalls = {
  order: [stepsAt(apiPaths.upload.request), apiPaths.orderGenerate],
  update: [stepsAt(apiPaths.tradeUpdate.request)],
  master: ['/partners/{member_code_partner}/products/{product}'],
  setting: ['/partners/{member_code_partner}/terms'],
  trade: ['/trades/{trade_id}', '/trades/{trade_id}/history'],
  lookup: [apiPaths.deliveryDate, `${apiPaths.deliveryDate}/explain`, apiPaths.fcPrice],
  list: [apiPaths.partnerList, apiPaths.orderMasterList, apiPaths.deliveryPlaceList, apiPaths.orderList],
  event: ['/events', apiPaths.eventEndpoints, `${apiPaths.eventEndpoints}/…`],
  batch: ['/batches', '/batches/{batch_id}'],
};

const texts = {
  en: { head: ['Right', 'The client may', 'Calls'], none: 'none yet' },
  ja: { head: ['権限', 'クライアントが実行できる操作', '呼び出し'], none: '（現在はありません）' },
};

/**
 * The calls that need a right, as the guide writes them: `/trade/download/…` are the steps of a batch.
 *
 * @param {Right} right
 * @returns {readonly string[]}
 */
export function callsOf(right) {
  const ofDownloads = Object.values(downloads)
    .filter((download) => download.right === right)
    .map(({ paths }) => stepsAt(paths.request));
  return [...ofDownloads, ...(otherCalls[right] ?? [])];
}

/**
 * The table of rights, in words.
 *
 * @param {'en' | 'ja'} language
 */
export function rightsTable(language) {
  const { head, none } = texts[language];
  const rows = rights.map((right) => {
    const calls = callsOf(right).map((path) => `\`${path}\``);
    return [`\`${right}\``, rightMeanings[right][language], calls.join('<br>') || none];
  });
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** @param {string} request the path of the first step */
function stepsAt(request) {
  return request.replace(/request$/, '…');
}
