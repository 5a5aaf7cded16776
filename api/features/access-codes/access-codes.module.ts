import { Module } from '@nestjs/common';
import { AccessCodeByText } from './access-code-by-text.query.js';
import {
  AssignAccessCodeController,
  ChangeAccessCodesController,
} from './change-access-codes/access-code.controllers.js';
import {
  AssignAccessCodeHandler,
  DeleteAccessCodeHandler,
  GenerateAccessCodeHandler,
} from './change-access-codes/access-code.handlers.js';
import { AccessCodesController } from './list-access-codes/access-codes.controller.js';

@Module({
  controllers: [AccessCodesController, ChangeAccessCodesController, AssignAccessCodeController],
  providers: [AccessCodeByText, AssignAccessCodeHandler, DeleteAccessCodeHandler, GenerateAccessCodeHandler],
  exports: [AccessCodeByText],
})
export class AccessCodesModule {}
