/** The entries that export and import move between stores, and the port that both sides use. */
@NullMarked
package io.duetime.internal.kernel.transfer;

import org.jspecify.annotations.NullMarked;
