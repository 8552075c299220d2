package io.duetime.embedded.internal.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
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

  public byte[] key() {
    return iterator.key();
  }

  public byte[] value() {
    return iterator.value();
  }

  public void next() {
    iterator.next();
    check();
  }

  /** Visits each key, and closes the walk. */
  public void forEach(Consumer<Scan> visitor) {
    try (Scan self = this) {
      for (; self.isValid(); self.next()) {
        visitor.accept(self);
      }
    }
  }

  /** Makes something of each key, up to a limit, and closes the walk. */
  public <T> List<T> list(int limit, Function<Scan, T> make) {
    List<T> made = new ArrayList<>();
    try (Scan self = this) {
      for (; self.isValid() && made.size() < limit; self.next()) {
        made.add(make.apply(self));
      }
    }
    return made;
  }

  private void check() {
    if (!iterator.isValid()) {
      DiskFailure.reading(() -> {
        iterator.status();
        return true;
      });
    }
  }

  @Override
  public void close() {
    iterator.close();
    options.close();
    end.close();
  }
}
