import { describeUpdateModel } from './describe-update-model.js';

describeUpdateModel(20);
