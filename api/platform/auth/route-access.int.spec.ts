import { Controller, Get } from '@nestjs/common';
import { createTestEngine, TestRights } from './testing/test-engine.js';

@Controller('forgotten')
class ForgottenController {
  @Get()
  read(): object {
    return {};
  }
}

it('fails the start when a route declares no access', async () => {
  await expect(createTestEngine({ controllers: [ForgottenController], rights: new TestRights() })).rejects.toThrow(
    'Routes need @Public(), @Authenticated() or @Roles(): ForgottenController.read',
  );
});
