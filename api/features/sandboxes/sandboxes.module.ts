import { Module } from '@nestjs/common';
import { AppendWithContent } from './change-sandbox/append-with-content.js';
import { ChangeSandboxController } from './change-sandbox/change-sandbox.controller.js';
import { ChangeSandboxHandler, SaveSandboxHandler } from './change-sandbox/change-sandbox.handlers.js';
import { CreateSandboxHandler } from './change-sandbox/create-sandbox.handler.js';
import { SandboxesController } from './read-sandboxes/sandboxes.controller.js';
import { SandboxesQuery } from './read-sandboxes/sandboxes.query.js';
import { SandboxAccess } from './sandbox-access.policy.js';
import { SandboxByStream } from './sandbox-by-stream.query.js';
import { SandboxContents } from './sandbox-contents.js';
import { SandboxQuota } from './sandbox-quota.js';
import { SweepSandboxContents } from './sweep-sandbox-contents.js';

@Module({
  controllers: [SandboxesController, ChangeSandboxController],
  providers: [
    SandboxesQuery,
    SandboxAccess,
    SandboxByStream,
    SandboxContents,
    SandboxQuota,
    AppendWithContent,
    CreateSandboxHandler,
    SaveSandboxHandler,
    ChangeSandboxHandler,
    SweepSandboxContents,
  ],
})
export class SandboxesModule {}
