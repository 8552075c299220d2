/**
 * The two threads between callers and the folder: one does all work and writes it in groups, one
 * waits for the disk.
 */
@NullMarked
package io.duetime.embedded.internal.commit;

import org.jspecify.annotations.NullMarked;
