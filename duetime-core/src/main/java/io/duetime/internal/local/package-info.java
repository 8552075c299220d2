/**
 * The engine around the kernel, for stores of this process: {@link
 * io.duetime.internal.local.LocalEngine} turns calls into work on one queue; a {@link
 * io.duetime.internal.local.LocalStore} brings thread, lock, clock and disk.
 */
@NullMarked
package io.duetime.internal.local;

import org.jspecify.annotations.NullMarked;
