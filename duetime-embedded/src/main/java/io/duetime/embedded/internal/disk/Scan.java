package io.duetime.embedded.internal.disk;

import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** Walks through the keys of a range in order, beginning at the first. */
public final class Scan implements AutoCloseable {
  private final Slice end;
  private final ReadOptions options;
  private final RocksIterator iterator;

  Scan(RocksDB db, ColumnFamilyHandle family, byte[] from, byte[] to) {
    this.end = new Slice(to);
    this.options = new ReadOptions().setIterateUpperBound(end);
    this.iterator = db.newIterator(family, options);
    iterator.seek(from);
    check();
  }

  /** Whether it is at a key. */
  public boolean isValid() {
    return iterator.isValid();
  }

  /** The key it is at. */
  public byte[] key() {
    return iterator.key();
  }

  /** The value of that key. */
  public byte[] value() {
    return iterator.value();
  }

  /** Goes on to the next key. */
  public void next() {
    iterator.next();
    check();
  }

  private void check() {
    if (!iterator.isValid()) {
      try {
        iterator.status();
      } catch (RocksDBException failure) {
        throw DiskFailure.reading(failure);
      }
    }
  }

  @Override
  public void close() {
    iterator.close();
    options.close();
    end.close();
  }
}
