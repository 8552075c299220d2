/**
 * Stores as text: the file that {@code duetime export} writes and {@code duetime import} reads.
 * {@code docs/formats/export.md} describes it.
 */
@NullMarked
package io.duetime.server.transfer;

import org.jspecify.annotations.NullMarked;
