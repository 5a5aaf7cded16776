import { Controller, Get } from '@nestjs/common';
import { createTestEngine, TestRights } from './testing/test-engine.js';

@Controller('forgotten')
class ForgottenController {
  @Get()
  read(): object {
    return {};
  }
}

it('does not let the platform start with a route that says nothing about its callers', async () => {
  await expect(createTestEngine({ controllers: [ForgottenController], rights: new TestRights() })).rejects.toThrow(
    'Routes need @Public(), @Authenticated() or @Roles(): ForgottenController.read',
  );
});
