import { describeOrderUpload } from './order-upload.js';

describeOrderUpload('postgres');
