create table if not exists orders (number int primary key, state varchar(10) not null);
