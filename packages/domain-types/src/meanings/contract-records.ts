import type { RecordDefinition } from '../define-record.js';
import * as batchControl from './batch-control.js';
import * as deliveryDate from './delivery-date.js';
import * as envelope from './envelope.js';
import * as eventEndpoints from './event-endpoints.js';
import * as events from './events.js';
import * as fcPrice from './fc-price.js';
import type { RecordMeaning } from './field-meaning.js';
import * as findRecords from './find-records.js';
import * as importRecords from './import-records.js';
import * as listRecords from './list-records.js';
import * as masterRecord from './master-record.js';
import type { MeaningOfRecord } from './meaning-of.js';
import * as orderUpload from './order-upload.js';
import * as ownBatches from './own-batches.js';
import * as settingRecords from './setting-records.js';
import * as shownPartner from './shown-partner.js';
import * as shownSlip from './shown-slip.js';
import * as tokenForms from './token-forms.js';
import * as tokenRecord from './token-record.js';
import * as tradeRecord from './trade-record.js';
import * as tradeUpdate from './trade-update.js';

/** The modules that export the meanings of all records of the contract. */
const rooms: readonly object[] = [
  tokenRecord,
  tokenForms,
  envelope,
  batchControl,
  ownBatches,
  events,
  eventEndpoints,
  masterRecord,
  tradeRecord,
  settingRecords,
  deliveryDate,
  fcPrice,
  orderUpload,
  tradeUpdate,
  listRecords,
  findRecords,
  shownSlip,
  shownPartner,
  importRecords,
];

const byDefinition: ReadonlyMap<RecordDefinition, RecordMeaning> = new Map(
  rooms
    .flatMap((room): readonly unknown[] => Object.values(room))
    .filter(isMeaningOfRecord)
    .map((meaning) => [meaning.definition, meaning]),
);

function isMeaningOfRecord(value: unknown): value is MeaningOfRecord {
  return typeof value === 'object' && value !== null && 'definition' in value;
}

/** The meaning of a record of the contract; undefined for a record defined elsewhere. */
export function meaningOfContract(definition: RecordDefinition): RecordMeaning | undefined {
  return byDefinition.get(definition);
}
