import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The network that requests for a reset link are counted for: the /64 of an IPv6 address. Older rows have none and are
 * forgotten within a day.
 */
export class NetworksOfResetRequests1700000002750 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table plain.password_reset_requests add network text;
      drop index plain.password_reset_requests_address;
      create index password_reset_requests_network on plain.password_reset_requests (network, requested_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index plain.password_reset_requests_network;
      alter table plain.password_reset_requests drop network;
      create index password_reset_requests_address on plain.password_reset_requests (address, requested_at);
    `);
  }
}
