import { describeUpdateModel } from './describe-update-model.js';

describeUpdateModel(5_000, 3_600_000);
