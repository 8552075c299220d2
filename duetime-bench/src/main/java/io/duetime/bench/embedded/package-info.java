/** How fast the embedded engine is, beside RocksDB alone writing the same bytes. */
@NullMarked
package io.duetime.bench.embedded;

import org.jspecify.annotations.NullMarked;
