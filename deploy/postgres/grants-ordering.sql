\set ON_ERROR_STOP on
BEGIN;
REVOKE ALL ON ALL TABLES IN SCHEMA public, batch_queue FROM platform_api, platform_worker;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM platform_api, platform_worker;
GRANT USAGE ON SCHEMA batch_queue TO platform_api, platform_worker;
GRANT SELECT ON schema_migration TO platform_api, platform_worker;

-- Data. The api sends planned orders; the worker stores and sends uploaded orders.
GRANT SELECT ON member, member_pair, product, catalog_line, fc_price, delivery_place, setting_row, upload_number, update_number, removed_slip
  TO platform_api;
GRANT SELECT, UPDATE (status_code, kind, status_day, send_day, update_date, update_day, version, sent_from, load_id, digest,
  former_digest, former_version, former_update_day, position) ON slip TO platform_api;
GRANT SELECT, INSERT, UPDATE ON slip_body, slip_life, change_counter, number_range TO platform_api;
GRANT SELECT, INSERT ON position_stamp, slip_history TO platform_api;
GRANT SELECT, INSERT, UPDATE ON download_mark TO platform_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON call_count TO platform_api;
GRANT SELECT ON find_slip, find_product TO platform_api;
GRANT SELECT ON member, product, catalog_line, buy_line, fc_price, delivery_place, setting_row, download_mark, removed_slip
  TO platform_worker;
GRANT SELECT, INSERT ON member_pair, upload_number, update_number TO platform_worker;
GRANT INSERT ON slip_history TO platform_worker;
GRANT SELECT, INSERT, UPDATE ON slip, slip_body, slip_life, change_counter, number_range TO platform_worker;
GRANT SELECT, INSERT, DELETE ON position_stamp TO platform_worker;
GRANT SELECT, DELETE ON removed_product, removed_view, setting_change TO platform_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON find_slip TO platform_worker;
GRANT SELECT, INSERT, UPDATE ON find_product, find_progress TO platform_worker;

-- Events. Transactions append entries, and the worker turns the entries into events.
GRANT INSERT ON event_entry TO platform_api;
GRANT SELECT ON event, event_log TO platform_api;
GRANT SELECT, INSERT, DELETE ON event_entry, event TO platform_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON event_mark TO platform_worker;
GRANT SELECT, UPDATE ON event_log TO platform_worker;

-- Endpoints of events. The api keeps them, and the worker pushes to them.
GRANT SELECT, INSERT, UPDATE, DELETE ON event_endpoint, event_push TO platform_api;
GRANT SELECT, DELETE ON event_repeat TO platform_api;
GRANT SELECT, INSERT, DELETE ON event_attempt TO platform_api;
GRANT SELECT, UPDATE ON event_endpoint, event_push TO platform_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON event_repeat, event_pusher TO platform_worker;
GRANT SELECT, INSERT, DELETE ON event_attempt TO platform_worker;

-- Batches. Triggers count them by owner and member.
GRANT SELECT, INSERT, UPDATE, DELETE ON batch TO platform_api;
GRANT SELECT, INSERT, UPDATE ON batch_owner, batch_turn, batch_key TO platform_api;
GRANT USAGE ON SEQUENCE batch_number TO platform_api;
GRANT SELECT, INSERT ON batch_input TO platform_api;
GRANT SELECT ON batch_segment, ended_batch, batch_identity TO platform_api;
GRANT SELECT, INSERT, UPDATE ON batch_reader TO platform_api;
GRANT SELECT, UPDATE, DELETE ON batch TO platform_worker;
GRANT SELECT, UPDATE, DELETE ON batch_owner TO platform_worker;
GRANT SELECT, INSERT, UPDATE ON batch_turn TO platform_worker;
GRANT SELECT ON batch_identity TO platform_worker;
GRANT SELECT, DELETE ON batch_input, batch_key, batch_reader TO platform_worker;
GRANT SELECT, INSERT, DELETE ON batch_segment, ended_batch TO platform_worker;

-- The queue.
GRANT SELECT ON batch_queue.version, batch_queue.queue TO platform_api;
GRANT INSERT ON batch_queue.job_common TO platform_api;
GRANT SELECT, UPDATE ON batch_queue.version TO platform_worker;
GRANT SELECT, INSERT, UPDATE ON batch_queue.queue, batch_queue.schedule TO platform_worker;
GRANT SELECT, INSERT, UPDATE ON batch_queue.job TO platform_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON batch_queue.job_common TO platform_worker;
GRANT SELECT, DELETE ON batch_queue.job_dependency TO platform_worker;
COMMIT;
