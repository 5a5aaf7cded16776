import { Controller, Get } from '@nestjs/common';
import { createTestPlatform, TestRights } from './testing/test-platform.js';

@Controller('forgotten')
class ForgottenController {
  @Get()
  read(): object {
    return {};
  }
}

it('does not let the platform start with a route that says nothing about its callers', async () => {
  await expect(createTestPlatform({ controllers: [ForgottenController], rights: new TestRights() })).rejects.toThrow(
    'Routes need @Public(), @Authenticated() or @Roles(): ForgottenController.read',
  );
});
