import { describeDeliveries } from '../src/delivery-flows.js';
import { describePlatform } from '../src/describe-platform.js';

describePlatform('an answer with slips', { database: 'sqlite' }, describeDeliveries);
