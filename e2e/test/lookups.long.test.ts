import { describeLookups } from './lookups.js';

describeLookups('postgres', 'Pacific/Kiritimati');
