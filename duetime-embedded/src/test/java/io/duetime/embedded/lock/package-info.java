/** Tests of the lock on a folder. */
@NullMarked
package io.duetime.embedded.lock;

import org.jspecify.annotations.NullMarked;
