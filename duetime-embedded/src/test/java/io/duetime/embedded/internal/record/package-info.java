/** Tests of records: what is written is read back, and nothing else is taken for a record. */
@NullMarked
package io.duetime.embedded.internal.record;

import org.jspecify.annotations.NullMarked;
