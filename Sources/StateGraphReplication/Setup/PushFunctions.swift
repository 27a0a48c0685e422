/// The functions of the server that give each pushed transaction its turn.
///
/// They run as their owner, because a role that pushes must not write the tables of the schema
/// `stategraph` itself. An explicit `search_path` keeps other roles' functions out.
enum PushFunctions {
  static let all = [
    requireRow, forgetOldPushes, registerClient, touchClient, beginPush, refusePush,
  ]

  /// Fails unless a statement has found its row.
  private static let requireRow = """
    CREATE FUNCTION stategraph.require_row(row_count bigint) RETURNS void
    LANGUAGE plpgsql AS $$
    BEGIN
      IF row_count = 0 THEN
        RAISE EXCEPTION 'the row is gone or was changed' USING ERRCODE = '\(SQLState.rowGone)';
      END IF;
    END $$;
    """

  /// Each connection of a replicator calls this function, and each thousandth transaction of a
  /// file.
  ///
  /// `stategraph.clients` keeps the id of the last decided transaction of each file.
  private static let forgetOldPushes = """
    CREATE FUNCTION stategraph.forget_old_pushes() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      DELETE FROM stategraph.pushed WHERE at < now() - interval '30 days';
    END $$;
    """

  /// Returns the number of the last decided transaction of a file.
  private static let registerClient = """
    CREATE FUNCTION stategraph.register_client(client uuid, decided bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      registered stategraph.clients%ROWTYPE;
    BEGIN
      INSERT INTO stategraph.clients (id, role, seq) VALUES (client, session_user, decided)
        ON CONFLICT (id) DO NOTHING;
      SELECT * INTO registered FROM stategraph.clients WHERE id = client;
      IF registered.role <> session_user THEN
        RAISE EXCEPTION 'the client belongs to another role'
          USING ERRCODE = '\(SQLState.foreignClient)';
      END IF;
      PERFORM stategraph.forget_old_pushes();
      RETURN registered.seq;
    END $$;
    """

  /// Changes the row of a file to the same values, so that the file's feed delivers a transaction.
  private static let touchClient = """
    CREATE FUNCTION stategraph.touch_client(client uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      UPDATE stategraph.clients SET seq = seq WHERE id = client AND role = session_user;
    END $$;
    """

  /// Moves the number of a file from n - 1 to n, or fails. After a failed transaction, each later
  /// one fails, too.
  private static let beginPush = """
    CREATE FUNCTION stategraph.begin_push(
      client uuid, number bigint, transaction uuid, is_durable boolean
    ) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      UPDATE stategraph.clients SET seq = number, tx = transaction
        WHERE id = client AND seq = number - 1 AND role = session_user;
      IF NOT FOUND THEN
        IF EXISTS (SELECT 1 FROM stategraph.clients WHERE id = client AND role = session_user) THEN
          RAISE EXCEPTION 'the transaction is out of turn'
            USING ERRCODE = '\(SQLState.outOfSequence)';
        END IF;
        RAISE EXCEPTION 'the client belongs to another role'
          USING ERRCODE = '\(SQLState.foreignClient)';
      END IF;
      INSERT INTO stategraph.pushed (client, seq, tx) VALUES (client, number, transaction);
      IF number % 1000 = 0 THEN
        PERFORM stategraph.forget_old_pushes();
      END IF;
      -- The log is flushed in order, so the flush of a later transaction includes this one.
      IF NOT is_durable THEN
        PERFORM set_config('synchronous_commit', 'off', true);
      END IF;
    END $$;
    """

  private static let refusePush = """
    CREATE FUNCTION stategraph.refuse_push(
      client uuid, number bigint, transaction uuid, state text, message text,
      constraint_name text, table_name text, column_name text
    ) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM stategraph.begin_push(client, number, transaction, true);
      INSERT INTO stategraph.refusals VALUES (
        client, number, transaction, state, message, constraint_name, table_name, column_name
      );
    END $$;
    """
}
