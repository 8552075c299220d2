package io.duetime.embedded.internal.verify;

import io.duetime.InvalidRequestException;
import io.duetime.embedded.internal.record.ServerCodec;
import io.duetime.embedded.internal.record.UnreadableRecordException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Checks what is kept for servers: documents and entries of the audit log. */
final class ServerDataCheck {
  private static final String CHECK = "server";
  private static final byte AUDIT = 'A';

  private final Findings findings;

  ServerDataCheck(Findings findings) {
    this.findings = findings;
  }

  void check(byte[] key, byte[] value) {
    try {
      if (key[0] == AUDIT) {
        audit(key, value);
      } else {
        document(key, value);
      }
    } catch (UnreadableRecordException
        | BufferUnderflowException
        | InvalidRequestException malformed) {
      findings.failure(
          CHECK,
          what(key) + " cannot be understood: " + malformed.getMessage(),
          "restore the folder from a backup; opened as it is, the store goes on without it");
    }
  }

  private static void audit(byte[] key, byte[] value) {
    if (key.length == 1) {
      ByteBuffer.wrap(value).getLong();
    } else {
      ServerCodec.audit(ByteBuffer.wrap(key).getLong(1), value);
    }
  }

  private static void document(byte[] key, byte[] value) {
    String name = name(key);
    if (name.isEmpty()) {
      ServerCodec.collection(value);
    } else {
      ServerCodec.document(name, value);
    }
  }

  private static String what(byte[] key) {
    if (key[0] == AUDIT) {
      return key.length == 1
          ? "the number of the last audit entry"
          : "audit entry " + ByteBuffer.wrap(key).getLong(1);
    }
    String collection = text(key, 1, nameAt(key) - 1);
    return name(key).isEmpty()
        ? "collection " + collection
        : "document " + name(key) + " of " + collection;
  }

  private static String name(byte[] key) {
    return text(key, nameAt(key), key.length);
  }

  /** Where the name begins, behind the collection and a zero. */
  private static int nameAt(byte[] key) {
    int at = 1;
    while (key[at] != 0) {
      at++;
    }
    return at + 1;
  }

  private static String text(byte[] key, int from, int to) {
    return new String(key, from, to - from, StandardCharsets.UTF_8);
  }
}
