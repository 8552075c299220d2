/**
 * A whole store as a file: what {@code duetime export} writes and {@code duetime import} reads.
 * {@code docs/formats/export.md} describes it.
 */
@NullMarked
package io.duetime.transfer.export;

import org.jspecify.annotations.NullMarked;
