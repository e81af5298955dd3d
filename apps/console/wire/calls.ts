import type {
  BatchAnswer,
  BatchEnded,
  BatchPage,
  BatchReadersAnswer,
  BatchRequested,
  DownloadRequest,
} from './batches.js';
import type { ApplicationAnswer, ConnectionEnded, ConnectionsAnswer, UserAnswer } from './connections.js';
import type { DeliveryDateAnswer, DeliveryDateQuestion, ProductsAnswer } from './delivery-date.js';
import type {
  AttemptsAnswer,
  EndpointAnswer,
  EndpointChange,
  EndpointDone,
  EndpointReplay,
  EndpointSecretAnswer,
  EndpointsAnswer,
  EndpointTerms,
  EndpointTested,
  EventsAnswer,
} from './events.js';
import type { FindAnswer } from './find.js';
import type { FunctionsAnswer, RecordDescription } from './functions.js';
import type {
  GenerateAnswer,
  GenerateRequest,
  OrderForm,
  OrdersAnswer,
  UploadAccepted,
  UploadAnswer,
  UploadRequestAnswer,
} from './orders.js';
import type { OverviewAnswer } from './overview.js';
import type { CompanyAnswer, PartnerAnswer, PartnersAnswer, PartnerTermsAnswer, ProductAnswer } from './partners.js';
import type { FoundRecordsAnswer } from './records.js';
import type { SessionAnswer, SessionEnded } from './session.js';
import type { SlipAnswer, SlipsAnswer, SlipUpdateAnswer, SlipUpdateQuestion } from './slips.js';

/**
 * Every call that is answered with JSON. The list leaves out `GET /api/batches/events`, `…/records` and `…/download`.
 * The list also leaves out two paths that browsers open: `GET /sign-in?return=/path`, which returns the browser to
 * `/path` after the sign-in (or to `/?refused=1`), and `GET /sign-in/callback`. Every other path that is not under
 * `/api/` and contains no dot is answered with the page. Only an id under `/products/`, `/partners/` or `/slips/` may
 * contain a dot.
 *
 * Calls other than GET must have the header `X-Console: 1` and must come from this origin. JSON bodies have the type
 * `application/json`.
 */
export interface ConsoleCalls {
  'GET /api/session': { readonly answer: SessionAnswer };
  'POST /api/session/end': { readonly answer: SessionEnded };
  'GET /api/functions': { readonly answer: FunctionsAnswer };
  'GET /api/functions/{name}/record': { readonly answer: RecordDescription };
  'GET /api/find': { readonly answer: FindAnswer };
  'GET /api/overview': { readonly answer: OverviewAnswer };
  'GET /api/batches': { readonly answer: BatchPage };
  'GET /api/batches/{batchId}': { readonly answer: BatchAnswer };
  'GET /api/batches/{batchId}/readers': { readonly answer: BatchReadersAnswer };
  'GET /api/batches/{batchId}/search': { readonly answer: FoundRecordsAnswer };
  'DELETE /api/batches/{batchId}': { readonly answer: BatchEnded };
  'POST /api/batches/{batchId}/again': { readonly answer: BatchRequested };
  'POST /api/requests/{name}': { readonly body: DownloadRequest; readonly answer: BatchRequested };
  'GET /api/company': { readonly answer: CompanyAnswer };
  'GET /api/partners': { readonly answer: PartnersAnswer };
  'GET /api/partners/{memberCode}': { readonly answer: PartnerAnswer };
  'GET /api/partners/{memberCode}/terms': { readonly answer: PartnerTermsAnswer };
  'GET /api/partners/{memberCode}/products/{product}': { readonly answer: ProductAnswer };
  'GET /api/products': { readonly answer: ProductsAnswer };
  'POST /api/delivery-date': { readonly body: DeliveryDateQuestion; readonly answer: DeliveryDateAnswer };
  'GET /api/orders': { readonly answer: OrdersAnswer };
  'POST /api/orders/generate': { readonly body: GenerateRequest; readonly answer: GenerateAnswer };
  'GET /api/orders/form': { readonly answer: OrderForm };
  'POST /api/orders/upload': { readonly body: ArrayBuffer; readonly answer: UploadAccepted };
  'GET /api/orders/uploads/{uploadId}': { readonly answer: UploadAnswer };
  'GET /api/orders/uploads/{uploadId}/request': { readonly answer: UploadRequestAnswer };
  'GET /api/slips': { readonly answer: SlipsAnswer };
  'GET /api/slips/{tradeId}': { readonly answer: SlipAnswer };
  'POST /api/slips/{tradeId}/update': { readonly body: SlipUpdateQuestion; readonly answer: SlipUpdateAnswer };
  'GET /api/events': { readonly answer: EventsAnswer };
  'GET /api/endpoints': { readonly answer: EndpointsAnswer };
  'POST /api/endpoints': { readonly body: EndpointTerms; readonly answer: EndpointSecretAnswer };
  'POST /api/endpoints/{endpointId}': { readonly body: EndpointChange; readonly answer: EndpointAnswer };
  'DELETE /api/endpoints/{endpointId}': { readonly answer: EndpointDone };
  'POST /api/endpoints/{endpointId}/rotate': { readonly answer: EndpointSecretAnswer };
  'POST /api/endpoints/{endpointId}/test': { readonly answer: EndpointTested };
  'POST /api/endpoints/{endpointId}/replay': { readonly body: EndpointReplay; readonly answer: EndpointDone };
  'GET /api/endpoints/{endpointId}/attempts': { readonly answer: AttemptsAnswer };
  'GET /api/applications/{clientId}': { readonly answer: ApplicationAnswer };
  'GET /api/users/{userId}': { readonly answer: UserAnswer };
  'GET /api/connections': { readonly answer: ConnectionsAnswer };
  'DELETE /api/connections/{grantId}': { readonly answer: ConnectionEnded };
}
