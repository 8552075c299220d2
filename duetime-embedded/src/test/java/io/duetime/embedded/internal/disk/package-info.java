/** Tests of what is done to the database's files before it is opened. */
@NullMarked
package io.duetime.embedded.internal.disk;

import org.jspecify.annotations.NullMarked;
