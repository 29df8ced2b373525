-- Distributes Duelhost's tables over the workers of a Citus cluster, by guild. README.md says when to run
-- it. All of it is done, or nothing.
BEGIN;

-- These tables are in one group, so all rows of a guild are on the same worker, and a transaction about it
-- stays there.
SELECT create_distributed_table('guild_lock', 'guild', colocate_with => 'none');
SELECT create_distributed_table('server', 'guild', colocate_with => 'guild_lock');
SELECT create_distributed_table('server_channel', 'guild', colocate_with => 'guild_lock');
SELECT create_distributed_table('server_role', 'guild', colocate_with => 'guild_lock');
SELECT create_distributed_table('server_variant', 'guild', colocate_with => 'guild_lock');
SELECT create_distributed_table('duel', 'guild', colocate_with => 'guild_lock');
SELECT create_distributed_table('receipt', 'guild', colocate_with => 'guild_lock');
SELECT create_distributed_table('season', 'guild', colocate_with => 'guild_lock');
SELECT create_distributed_table('standing', 'guild', colocate_with => 'guild_lock');
SELECT create_distributed_table('rung', 'guild', colocate_with => 'guild_lock');
SELECT create_distributed_table('departed', 'guild', colocate_with => 'guild_lock');
SELECT create_distributed_table('course', 'guild', colocate_with => 'guild_lock');
SELECT create_distributed_table('census', 'guild', colocate_with => 'guild_lock');
SELECT create_distributed_table('preferences', 'guild', colocate_with => 'guild_lock');
SELECT create_distributed_table('blocked', 'guild', colocate_with => 'guild_lock');
SELECT create_distributed_table('puzzle', 'guild', colocate_with => 'guild_lock');
SELECT create_distributed_table('daily', 'guild', colocate_with => 'guild_lock');
SELECT create_distributed_table('attempt', 'guild', colocate_with => 'guild_lock');
SELECT create_distributed_table('solver', 'guild', colocate_with => 'guild_lock');

-- These have a few rows about the whole bot and stay local, on the coordinator. As reference tables they would
-- be written to every worker each few seconds.
-- Local: note, pulse, outage, schema, fleet, lease, identify_ticket

COMMIT;
